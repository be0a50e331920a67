/** Where machines are reached on the network Peppol: the scheme of a register and a number in it, '0208:0411905847'. */

/** Kinds of addresses that the network knows (the code list EAS), beside the tax numbers of countries. */
const SCHEMES = new Set(
  [
    '0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0193 0195 0196',
    '0198 0199 0200 0201 0202 0204 0208 0209 0210 0211 0212 0213 0215 0216 0218 0221 0230 9901 9910 9913 9914 9915',
    '9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940',
    '9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959',
  ].flatMap((codes) => codes.split(' ')),
)

const BELGIAN = /^[01]\d{9}$/
const isBelgian = (id: string): boolean =>
  BELGIAN.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8))

/** Of thirteen digits the last is a check: the others count once and three times in turn. */
function isGln(id: string): boolean {
  if (!/^\d{13}$/.test(id)) return false
  const sum = [...id].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Numbers that the network refuses where they are wrong, with what they look like. */
const NUMBERS: Record<string, { is: (id: string) => boolean; like: string }> = {
  '0088': { is: isGln, like: 'een GLN van 13 cijfers' },
  '0106': { is: (id) => /^\d{8}$/.test(id), like: 'een KVK-nummer van 8 cijfers' },
  '0190': { is: (id) => /^\d{20}$/.test(id), like: 'een OIN van 20 cijfers' },
  '0208': { is: isBelgian, like: 'een Belgisch ondernemingsnummer van 10 cijfers' },
  '9930': { is: (id) => /^DE\d{9}$/.test(id), like: 'een Duits btw-id, zoals DE136695976' },
  '9944': { is: (id) => /^NL\d{9}B\d{2}$/.test(id), like: 'een Nederlands btw-id, zoals NL123456782B01' },
}

/** As it is written: capitals, without spaces. */
export const compactPeppolId = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** What is wrong with an address as it is written; null when it can be one. */
export function peppolIdProblem(address: string): string | null {
  const [, scheme, id] = /^(\d{4}):([\dA-Z][\dA-Z.@_:-]{1,49})$/.exec(address) ?? []
  if (scheme === undefined || id === undefined)
    return 'Een elektronisch adres is een code van vier cijfers, een dubbele punt en een nummer, zoals 0208:0411905847.'
  if (!SCHEMES.has(scheme)) return `Peppol kent de code ${scheme} niet.`
  const number = NUMBERS[scheme]
  return number && !number.is(id) ? `Bij de code ${scheme} hoort ${number.like}.` : null
}
