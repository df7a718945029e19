/** Explains a failure of npm in one line. Plain JavaScript: it runs before packages are installed. */
export function explainNpmFailure(output, folder) {
  if (/ENOSPC/.test(output))
    return 'The disk is full: npm could not write the packages. Free about 1 GB and try again.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/.test(output)) {
    return 'The npm registry cannot be reached. Check the network (or the registry of your .npmrc) and try again.'
  }
  if (/gyp ERR|no acceptable C compiler|make: not found/i.test(output)) {
    return 'A package wanted a C compiler and found none. Install python3, make and g++ and try again.'
  }
  if (/EACCES|EPERM/.test(output))
    return `npm may not write in ${folder}. Check who owns the folder and try again.`
  const last = output.split('\n').filter((line) => line.trim() !== '')
  return `npm ci failed:\n${last.slice(-12).join('\n')}`
}
