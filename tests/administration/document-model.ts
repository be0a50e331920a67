/** Rulings 6 on money, word for word in exact fractions: slow, and nothing in it is shared with the product. */

interface Fraction {
  n: bigint
  d: bigint
}

const of = (n: bigint, d = 1n): Fraction => (d < 0n ? { n: -n, d: -d } : { n, d })
const plus = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, of(-b.n, b.d))
const times = (a: Fraction, b: Fraction): Fraction => of(a.n * b.n, a.d * b.d)
const over = (a: Fraction, b: Fraction): Fraction => of(a.n * b.d, a.d * b.n)

export function fraction(text: string): Fraction {
  const [whole, part = ''] = text.split('.')
  return of(BigInt(whole! + part), 10n ** BigInt(part.length))
}

/** The whole number nearest to it, of two the one further from zero. */
function round({ n, d }: Fraction): bigint {
  let low = n / d
  while (low * d > n) low -= 1n
  const [below, above] = [n - low * d, (low + 1n) * d - n]
  if (below === above) return n < 0n ? low : low + 1n
  return below < above ? low : low + 1n
}

export interface ModelLine {
  price: string
  count: string
  discount: string
  discount_type: 'money' | 'percentage'
  tax: string
  rate: string
  taxes_included: boolean
}

/** Price times count; money subtracts, a percentage takes a percent: in cents. */
export function modelAmount({ price, count, discount, discount_type }: ModelLine): bigint {
  const gross = times(fraction(price), fraction(count))
  const less = discount_type === 'money' ? fraction(discount) : times(gross, over(fraction(discount), fraction('100')))
  return round(times(minus(gross, less), of(100n)))
}

/** Per VAT rate: base and VAT; and what each line counts for without VAT. */
export function modelTotals(lines: ModelLine[]) {
  const amounts = lines.map(modelAmount)
  const nets = [...amounts]
  const taxes = [...new Set(lines.map((line) => line.tax))].map((tax) => {
    const mine = lines.flatMap((line, at) => (line.tax === tax ? [{ at, line, amount: amounts[at]! }] : []))
    const r = over(fraction(mine[0]!.line.rate), fraction('100'))
    const onePlusR = plus(of(1n), r)
    const E = mine.filter(({ line }) => !line.taxes_included).reduce((all, { amount }) => all + amount, 0n)
    const typed = mine.filter(({ line }) => line.taxes_included)
    const G = typed.reduce((all, { amount }) => all + amount, 0n)
    const net = round(over(of(G), onePlusR))
    // Largest remainder: everybody the whole cents, then a cent for who was cut off most, until all is given.
    const parts = typed.map(({ at, amount }) => {
      const share = over(of(amount), onePlusR)
      return { at, whole: share.n / share.d, rest: of(share.n % share.d, share.d) }
    })
    let left = net - parts.reduce((all, { whole }) => all + whole, 0n)
    while (left > 0n) {
      const most = parts.reduce((best, part) => (minus(part.rest, best.rest).n > 0n ? part : best))
      most.whole += 1n
      most.rest = minus(most.rest, of(1n))
      left -= 1n
    }
    for (const { at, whole } of parts) nets[at] = whole
    return { tax, base: E + net, vat: round(times(of(E), r)) + (G - net) }
  })
  return { amounts, nets, taxes }
}
