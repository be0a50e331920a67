/** Which addresses are of the own machine or network, and of nobody on the internet. */
import { BlockList, isIP } from 'node:net'

const OWN = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  // prettier-ignore
  OWN.addSubnet(net, bits)
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  OWN.addSubnet(net, bits, 'ipv6')

/** Names that mean something within a house alone, as those without a dot do. */
const OWN_NAME = /\.(?:localhost|local|internal|lan|home|test|example|invalid)$/

/** Of a name or an address as it stands in a URL; what a name leads to is not looked up. */
export function isOwn(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  const kind = isIP(address)
  if (kind === 0) return OWN_NAME.test(host) || !host.includes('.')
  return OWN.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
