import { domainToASCII } from 'node:url'

/** An e-mail address as mail servers take it: no two dots together, a domain in ASCII with a point in it. */
export const EMAIL_PATTERN =
  /^(?=.{3,254}$)[a-z\d!#$%&'*+/=^_`{|}~-]+(?:\.[a-z\d!#$%&'*+/=^_`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i

/**
 * An address as people type and paste it, as mail servers take it: without spaces around the @, with a plain apostrophe, the
 * domain in ASCII ("münchen.example"), and taken out of 'Jan Jansen <jan@x.nl>'. What is no address comes back as no address.
 */
export function plainEmail(text: string): string {
  const address = (/^[^<>]*<([^<>]*)>[;,\s]*$/.exec(text)?.[1] ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\s*@\s*/g, '@')
    .replace(/[’‘`´ʼ]/g, "'")
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // Only what has other letters is changed: the rest is kept as typed.
  if (at < 1 || !/[^\u0000-\u007f]/.test(domain) || /[^\p{L}\p{M}\d.-]/u.test(domain)) return address
  return `${address.slice(0, at)}@${domainToASCII(domain) || domain}`
}

/** Addresses of a text of several, with commas, semicolons or spaces between, as Outlook writes them too. */
export function emailsIn(text: string): string[] {
  const pieces = text.replace(/\s*@\s*/g, '@').split(/<([^<>]*)>/)
  return pieces.flatMap((piece, i) => {
    if (i % 2 === 1) return [plainEmail(piece)]
    const words = piece
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^["']+|["']+$/g, ''))
      .filter(Boolean)
    // Before an address in brackets stands a name: "Jansen, Jan".
    return (i < pieces.length - 1 ? words.filter((word) => word.includes('@')) : words).map(plainEmail)
  })
}
