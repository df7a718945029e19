/** Preloaded into a command of a test: its requests to the deployed shop go to a port of this machine. */
const { fetch } = globalThis

globalThis.fetch = (input, init) => {
  const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : input)
  return hostname.endsWith('.workers.dev')
    ? fetch(`${process.env.DEPLOYED_SHOP}${pathname}${search}`, init)
    : fetch(input, init)
}
