declare module '*.browser.js' {
  const text: string
  export default text
}

declare module '*.browser.css' {
  const text: string
  export default text
}
