/**
 * The text of the code by which an app of a bank fills in a transfer: EPC069-12, version 002, UTF-8, amounts in euros.
 * Null where the standard has no place for it: more than 999.999.999,99 or nothing at all.
 */
export function epcText(transfer: { name: string; iban: string; cents: number; text: string }): string | null {
  const { name, iban, cents, text } = transfer
  if (cents < 1 || cents > 99_999_999_999) return null
  const amount = `EUR${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
  const line = (value: string, most: number) => value.replace(/\s+/g, ' ').trim().slice(0, most)
  const head = ['BCD', '002', '1', 'SCT', '', line(name, 70), iban.replace(/\s/g, ''), amount]
  return [...head, '', '', line(text, 140)].join('\n')
}
