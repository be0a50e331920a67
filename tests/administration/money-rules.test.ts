import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountOf, bothOf, credited, problemOf } from '../../src/administration/catalogue/prices/lines.rules.ts'
import { vatText } from '../../src/administration/catalogue/vat/vat.rules.ts'
import { digitsOf, euros, exact, rounded } from '../../src/administration/catalogue/prices/money.rules.ts'
import { totalsOf } from '../../src/administration/catalogue/prices/totals.rules.ts'
import { type ModelLine, modelAmount, modelTotals } from './document-model.ts'

/** Documents in each run of the property below: 100,000 in all, and more with PROPERTY_RUNS. */
const DOCUMENTS = 1000
const RATES = ['21', '9', '0', '6.5', '19.0000']

/** Numbers at random that a seed repeats, fast enough for a hundred thousand documents. */
function drawing(seed: number) {
  let state = seed >>> 0 || 1
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const number = (tenThousandths: number): string => (tenThousandths / 10_000).toFixed(4)

/** A line that the product takes, mostly with prices in cents and whole counts, at times with all four decimals. */
function randomLine(draw: (below: number) => number): ModelLine {
  const price = draw(4) === 0 ? draw(100_000_000) : draw(100_000) * 100
  const count = draw(5) === 0 ? draw(200_000) : draw(40) * 10_000
  const rate = draw(RATES.length)
  const isMoney = draw(2) === 0
  const gross = Math.floor((price * count) / 10_000)
  const most = isMoney ? gross : 1_000_000
  const discount = draw(2) === 0 ? 0 : draw(6) === 0 ? most : Math.floor((draw(10_001) / 10_000) * most)
  return {
    price: number(price),
    count: number(count),
    discount: number(discount),
    discount_type: isMoney ? 'money' : 'percentage',
    tax: `t${rate}`,
    rate: RATES[rate]!,
    taxes_included: draw(2) === 0,
  }
}

const totalled = (lines: ModelLine[]) => totalsOf(lines.map((line) => ({ ...line, amount: amountOf(line) })))
const sum = (amounts: bigint[]) => amounts.reduce((all, one) => all + one, 0n)

/** Whether a document comes to what the model says, to the cent and line by line, and its credit to the opposite. */
function comesRight(lines: ModelLine[]): boolean {
  const told = totalled(lines)
  const model = modelTotals(lines)
  const back = totalled(lines.map(credited))
  const typed = sum(model.amounts)
  return (
    told.taxes.length === model.taxes.length &&
    told.taxes.every(({ tax, base, vat }, at) => {
      const meant = model.taxes[at]!
      return meant.tax === tax && meant.base === base && meant.vat === vat
    }) &&
    told.nets.every((net, at) => net === model.nets[at] && back.nets[at] === -net) &&
    sum(told.nets) === told.base &&
    told.total === told.base + told.vat &&
    (!lines.every((one) => one.taxes_included) || told.total === typed) &&
    back.taxes.every(({ base, vat }, at) => base === -told.taxes[at]!.base && vat === -told.taxes[at]!.vat) &&
    back.total + told.total === 0n
  )
}

const line = (price: string, count: string, more: Partial<ModelLine> = {}): ModelLine => ({
  price,
  count,
  discount: '0',
  discount_type: 'money',
  tax: 'high',
  rate: '21',
  taxes_included: false,
  ...more,
})

describe('the amount of a line', () => {
  it.each([
    ['price times count', line('12.5000', '3'), 3750n],
    ['a third decimal of 5 goes up', line('20.125', '1'), 2013n],
    ['a third decimal of 4 goes down', line('20.1249', '1'), 2012n],
    ['one rounding, at the end', line('0.0049', '100'), 49n],
    ['a count with decimals', line('80', '1.25'), 10_000n],
  ])('is price times count: %s [A-116]', (_what, typed, cents) => {
    expect(amountOf(typed)).toBe(cents)
  })

  it.each([
    ['off the line, not off each of it', line('10', '5', { discount: '7.50' }), 4250n],
    ['in the mode of the line', line('12.10', '2', { discount: '2.10', taxes_included: true }), 2210n],
    ['all of it', line('10', '2', { discount: '20' }), 0n],
  ])('is lowered by a discount of money: %s [A-117]', (_what, typed, cents) => {
    expect(amountOf(typed)).toBe(cents)
  })

  it.each([
    ['10%', line('10', '5', { discount: '10', discount_type: 'percentage' }), 4500n],
    ['12,5%', line('9.99', '1', { discount: '12.5', discount_type: 'percentage' }), 874n],
    ['100%', line('9.99', '7', { discount: '100', discount_type: 'percentage' }), 0n],
  ])('is lowered by a percentage: %s [A-118]', (_what, typed, cents) => {
    expect(amountOf(typed)).toBe(cents)
  })

  it.each([
    ['a price below 0', line('-0.0001', '1'), 'price', ':label is niet lager dan 0.'],
    ['a count below 0', line('1', '-1'), 'count', ':label is niet lager dan 0.'],
    ['a discount below 0', line('1', '1', { discount: '-0.01' }), 'discount', ':label is niet lager dan 0.'],
    ['more off than there is', line('10', '2', { discount: '20.0001' }), 'discount', ':label is hoger dan het bedrag van de regel.'], // prettier-ignore
    ['more than 100%', line('10', '2', { discount: '100.0001', discount_type: 'percentage' }), 'discount', ':label is hooguit 100%.'], // prettier-ignore
  ])('refuses %s', (_what, typed, field, message) => {
    expect(problemOf(typed)).toEqual({ field, message })
  })

  it('takes what reaches the bounds, and a credit line below 0', () => {
    expect(problemOf(line('10', '2', { discount: '20' }))).toBeNull()
    expect(problemOf(line('10', '2', { discount: '100', discount_type: 'percentage' }))).toBeNull()
    expect(problemOf(line('10', '-2', { discount: '20' }), { turned: true })).toBeNull()
    expect(problemOf(line('10', '-2', { discount: '20.01' }), { turned: true })?.field).toBe('discount')
  })
})

describe('VAT', () => {
  it.each([
    [10_000n, '21', false, { excl: 10_000n, incl: 12_100n }],
    [10_000n, '21', true, { excl: 8264n, incl: 10_000n }],
    [1250n, '9', false, { excl: 1250n, incl: 1363n }],
    [1250n, '0', true, { excl: 1250n, incl: 1250n }],
    [-1250n, '9', false, { excl: -1250n, incl: -1363n }],
  ])('of %s cents at %s%%, included: %s [A-119]', (amount, rate, included, both) => {
    expect(bothOf(amount, rate, included)).toEqual(both)
  })

  it('is told with its percentage', () => {
    expect(vatText('21.0000', true, 'S')).toBe('inclusief 21% BTW')
    expect(vatText('9', false, 'S')).toBe('exclusief 9% BTW')
    expect(vatText('6.50', false, 'S')).toBe('exclusief 6,5% BTW')
    expect(vatText('0', false, 'Z')).toBe('exclusief 0% BTW')
  })

  it('that nobody pays is told by why, and not as one of 0 percent', () => {
    expect([vatText('0.00', true, 'E'), vatText('0', false, 'AE')]).toEqual(['vrijgesteld van btw', 'btw verlegd'])
  })

  it('of three times € 10 with VAT in it keeps the € 30 that was typed', () => {
    const { base, vat, total, nets } = totalled(Array.from({ length: 3 }, () => line('10', '1', { taxes_included: true }))) // prettier-ignore
    expect([base, vat, total]).toEqual([2479n, 521n, 3000n])
    expect(nets).toEqual([827n, 826n, 826n])
  })

  it('is rounded over all lines of a rate: € 37,50 and € 12,50 make € 10,50', () => {
    expect(totalled([line('37.50', '1'), line('12.50', '1')]).vat).toBe(1050n)
  })

  it('of exempt courses, courses and books on one invoice stands per kind', () => {
    const { taxes, total } = totalled([
      line('175', '10', { tax: 'exempt', rate: '0' }),
      line('150', '2'),
      line('12.50', '3', { tax: 'low', rate: '9' }),
    ])
    expect(taxes).toEqual([
      { tax: 'exempt', rate: '0', base: 175_000n, vat: 0n },
      { tax: 'high', rate: '21', base: 30_000n, vat: 6300n },
      { tax: 'low', rate: '9', base: 3750n, vat: 338n },
    ])
    expect(total).toBe(215_388n)
  })

  it('of kinds that have one rate, or of one kind before and after a change of its rate, stands apart', () => {
    const { taxes } = totalled([
      line('10', '1', { tax: 'export', rate: '0' }),
      line('10', '1', { tax: 'exempt', rate: '0.0000' }),
      line('10', '1', { tax: 'low', rate: '6' }),
      line('10', '1', { tax: 'low', rate: '9' }),
    ])
    expect(taxes.map(({ tax, vat }) => [tax, vat])).toEqual([['export', 0n], ['exempt', 0n], ['low', 60n], ['low', 90n]]) // prettier-ignore
  })

  it('of lines that cancel out goes the way of the first of them, so that a credit mirrors it line by line', () => {
    const nets = (...amounts: number[]) => totalsOf(amounts.map((amount) => ({ tax: 't', rate: '20', taxes_included: true, amount: BigInt(amount) }))).nets.map(Number) // prettier-ignore
    expect([nets(3, -3), nets(-3, 3), nets(0, 3, -3), nets(0, -3, 3)]).toEqual([[3, -3], [-3, 3], [0, 3, -3], [0, -3, 3]]) // prettier-ignore
  })

  it('of nothing is nothing', () => {
    expect(totalsOf([])).toEqual({ taxes: [], base: 0n, vat: 0n, total: 0n, nets: [], grosses: [] })
  })
})

/** A hundred thousand documents at each change, and a million where more is tried. */
const TIMES = Math.min(Number(process.env.PROPERTY_RUNS ?? 100), 1000)

describe('a hundred thousand documents', () => {
  it('come to what rulings 6 says, keep what was typed with VAT, and are taken back to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), (seed) => {
        const draw = drawing(seed)
        const documents = Array.from({ length: DOCUMENTS }, () =>
          Array.from({ length: 1 + draw(5) }, () => randomLine(draw)),
        )
        expect(documents.flat().filter((one) => problemOf(one) !== null)).toEqual([])
        expect(documents.filter((lines) => !comesRight(lines))).toEqual([])
      }),
      { numRuns: TIMES },
    )
  }, 300_000)

  it('keep their nets together where lines go both ways, as when a deposit is settled', () => {
    const typed = fc.array(fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.constantFrom(...RATES)), { maxLength: 8 })
    fc.assert(
      fc.property(typed, (drawn) => {
        const lines = drawn.map(([cents, rate]) => ({ tax: rate, rate, taxes_included: true, amount: BigInt(cents) }))
        const { nets, grosses, base, total } = totalsOf(lines)
        const turned = totalsOf(lines.map((one) => ({ ...one, amount: -one.amount })))
        expect(sum(nets)).toBe(base)
        expect(sum(grosses)).toBe(total)
        expect(total).toBe(sum(lines.map(({ amount }) => amount)))
        expect(turned.nets).toEqual(nets.map((net) => -net))
        nets.forEach((net, at) => {
          const { excl } = bothOf(lines[at]!.amount, lines[at]!.rate, true)
          expect(net - excl >= -1n && net - excl <= 1n).toBe(true)
        })
      }),
    )
  })
})

describe('numbers of money', () => {
  it('are read exactly and refused otherwise', () => {
    expect([exact('12.5'), exact('-0.0001'), exact('99999999.9999')]).toEqual([125_000n, -1n, 999_999_999_999n])
    for (const wrong of ['', '1,5', '1.00001', '1e3', ' 1', 'NaN']) expect(() => exact(wrong)).toThrow(RangeError)
    expect(() => exact('1,5')).toThrow("'1,5' is no number of at most four decimals")
    expect(euros('12.5').replace('\u00a0', ' ')).toBe('€ 12,50')
    expect(credited({ ...line('1', '-2.5') }).count).toBe('2.5')
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (value) => exact(digitsOf(value)) === value),
    )
  })

  it('are rounded half away from zero', () => {
    expect([rounded(5n, 2n), rounded(-5n, 2n), rounded(5n, -2n), rounded(-7n, -2n), rounded(1n, 3n)]).toEqual([3n, -3n, -3n, 4n, 0n]) // prettier-ignore
  })

  it('are written with cents, and with more where there is more', () => {
    expect(
      ['1323', '0.5', '1234567.8901', '0.0125', '12.1250'].map((one) => euros(exact(one)).replace('\u00a0', ' ')),
    ).toEqual(['€ 1.323,00', '€ 0,50', '€ 1.234.567,8901', '€ 0,0125', '€ 12,125'])
  })

  it('come to the same as fractions do', () => {
    const draw = drawing(7)
    for (let i = 0; i < 2000; i++) {
      const one = randomLine(draw)
      expect(amountOf(one)).toBe(modelAmount(one))
    }
  })
})
