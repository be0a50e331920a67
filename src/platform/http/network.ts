/** Where a request comes from, as far as the proxy is trusted. */
import { isIP } from 'node:net'
import type { Request } from 'express'

export const addressOf = (req: Request): string => req.ip ?? 'unknown'

/** Some proxies name the port too. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/

/** The eight numbers of an IPv6 address. */
function numbersOf(address: string): number[] {
  const [first = '', last = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [first, last].map((part) => (part === '' ? [] : part.split(':')))
  const between = Array<string>(8 - before!.length - after!.length).fill('0')
  return [...before!, ...between, ...after!].map((number) => Number.parseInt(number, 16))
}

/**
 * By what tries from an address are counted: an IPv4 address, also where it is written as IPv6, and of IPv6 the first 64
 * bits. Whoever has one IPv6 address has all of its network, and would else begin anew with each of them.
 */
export function networkOf(address: string): string {
  const [, bracketed, dotted] = WITH_PORT.exec(address) ?? []
  const host = (bracketed ?? dotted ?? address).replace(/%.*$/, '')
  if (isIP(host) !== 6) return host
  const numbers = numbersOf(host)
  const isMapped = numbers[5] === 0xffff && numbers.slice(0, 5).every((number) => number === 0)
  if (isMapped) return [numbers[6]!, numbers[7]!].flatMap((number) => [number >> 8, number & 255]).join('.')
  const network = numbers.slice(0, 4).map((number) => number.toString(16))
  return `${network.join(':')}::/64`
}

/** The same of a request. */
export const networkAt = (req: Request): string => networkOf(addressOf(req))
