/** Returns how the name of a built script begins: a few letters of its module's name, because each page names dozens. */
export function chunkName(module: string): string {
  return module.replace(/\.\w+$/, '').slice(0, 7)
}
