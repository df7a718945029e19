/** Builds the XML of sitemaps and feeds. */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that XML 1.0 forbids: most control characters, halves of surrogate pairs, and noncharacters. */
const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu

/** Returns the text escaped for an element or an attribute, without forbidden characters. */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
}

/** Returns an element with this text and no attributes. */
export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

/** Returns a response with the content type of XML. */
export function xmlResponse(body: string | ReadableStream): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
