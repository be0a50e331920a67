/** What of an invoice can be credited, and what a credit invoice may say. Counts are whole ten-thousandths. */
import { exact, magnitude } from '../../../catalogue/prices/index.ts'
import type { SaleLine } from '../../../sales/sales/index.ts'

/** What is left of a line after these counts, which credit it and so are turned around. */
export const leftOf = (count: string, credited: readonly string[]): bigint =>
  credited.reduce((left, one) => left + exact(one), exact(count))

/** Whether what is asked of a line can be credited: something, no more than is left, and in the same direction. */
export const fits = (wanted: bigint, left: bigint): boolean =>
  wanted !== 0n && wanted > 0n === left > 0n && magnitude(wanted) <= magnitude(left)

type Money = Pick<SaleLine, 'price' | 'discount' | 'discount_type' | 'tax_type_id' | 'tax' | 'taxes_included'>

/** A line of a credit invoice beside the one that it credits. */
export interface CreditLine extends Money {
  name: string
  count: string
  /** Null where it comes from no line of the invoice that is credited. */
  of: (Money & { left: bigint }) | null
}

const same = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && exact(one) === exact(other))

const isAlike = (line: Money, of: Money): boolean =>
  same(line.price, of.price) &&
  same(line.discount, of.discount) &&
  line.discount_type === of.discount_type &&
  line.tax_type_id === of.tax_type_id &&
  same(line.tax, of.tax) &&
  line.taxes_included === of.taxes_included

/** Why a credit invoice cannot get its number, in Dutch; null where it says nothing but what it credits. */
export function creditProblem(lines: readonly CreditLine[]): string | null {
  const used = new Map<CreditLine['of'], bigint>()
  for (const line of lines) {
    if (line.of === null) return `${line.name} staat niet op de factuur die wordt gecrediteerd. Haal die regel eraf.`
    if (!isAlike(line, line.of))
      return `${line.name} heeft een andere prijs, korting of btw dan op de factuur die wordt gecrediteerd.`
    const turned = (used.get(line.of) ?? 0n) - exact(line.count)
    if (!fits(turned, line.of.left)) return `Van ${line.name} is niet zoveel meer te crediteren.`
    used.set(line.of, turned)
  }
  return null
}
