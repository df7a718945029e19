/** XML for machines: text with the five characters escaped, and what XML 1.0 cannot hold left out. */
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Control characters but tab and line ends, halves of surrogate pairs, and code points that are no characters. */
const NO_XML = /(?![\t\n\r])\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/gu

export function xmlText(text: string): string {
  return text.replace(NO_XML, '').replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)
}

export function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

export function xmlResponse(body: string | ReadableStream): Response {
  return new Response(body, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
