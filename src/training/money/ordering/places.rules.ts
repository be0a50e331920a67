/** Who takes which of the places that customers ordered beforehand: pure, so that what is told and what is done agree. */
import { type InvoiceTo, goingKey } from '../../../administration/catalogue/customers/index.ts'
import { formatCount } from '../../../platform/format/format.ts'

/** A line of an order of which places are left. */
export interface OpenLine extends InvoiceTo {
  line_id: number
  order_id: number
  uid: string
  company_id: number | null
  contact_id: number | null
  left: number
}

interface Comer extends InvoiceTo {
  contact_id: number
  company_id: number | null
}

export interface PlacesOnLine {
  line: OpenLine
  contactIds: number[]
}

/** Whether a line was ordered by who pays for somebody, and its invoice goes where theirs was chosen to go. */
const isFor = (line: OpenLine, comer: Comer): boolean =>
  (comer.company_id === null
    ? line.company_id === null && line.contact_id === comer.contact_id
    : line.company_id === comer.company_id) &&
  (goingKey(comer) === null || goingKey(comer) === goingKey(line))

/** Who takes the places of which line, as far as there are; of each line in its order. */
export function takePlacesOf(lines: readonly OpenLine[], coming: readonly Comer[]): PlacesOnLine[] {
  const waiting = [...coming]
  return lines
    .map((line) => {
      const taking = waiting.filter((comer) => isFor(line, comer)).slice(0, line.left)
      for (const one of taking) waiting.splice(waiting.indexOf(one), 1)
      return { line, contactIds: taking.map(({ contact_id }) => contact_id) }
    })
    .filter(({ contactIds }) => contactIds.length > 0)
}

/** 'op order O2026-0158, nog 3: 2 cursisten, daarna nog 1 over'. */
export function onOrderText({ line: { uid, left }, contactIds: { length } }: PlacesOnLine): string {
  const over = left - (length || 1)
  const who = length === 0 ? 'deze planning als geheel' : formatCount(length, 'cursist', 'cursisten')
  return `op order ${uid}, nog ${left}: ${who}, daarna ${over === 0 ? 'geen meer' : `nog ${over}`} over`
}
