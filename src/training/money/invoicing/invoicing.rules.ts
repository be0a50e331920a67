/** Who pays for a planning, for whom, and by which products: pure, so that the question and the save agree. */
import { AS_AGREED, type InvoiceTo, goingKey } from '../../../administration/catalogue/customers/index.ts'
import type { OwnPrice } from '../../../administration/catalogue/prices/index.ts'
import { formatDate } from '../../../platform/format/format.ts'

export interface ChargedStudent extends InvoiceTo {
  contact_id: number
  name: string
  company_id: number | null
  company: string | null
}

export interface ChargedPlanning {
  group_id: number
  course_id: number
  course: string
  /** Whether it is held for one customer. */
  incompany: boolean
  /** Companies for which it is held, the first of whom ordered it. */
  companies: { id: number; name: string }[]
  /** The days on which it is held, 'yyyy-mm-dd'. */
  days: string[]
  product_id: number | null
  group_product_id: number | null
  group_max_count: number | null
  group_extra_price: string | null
  /** Charged as a whole already. */
  whole_charged: boolean
}

const AS_A_WHOLE = { one: 'groep', many: 'groepen' }
const PER_PERSON = { one: 'persoon', many: 'personen' }

/** A line to be made. */
export interface ChargeLine {
  product_id: number
  count: string
  name: string
  description: string
  unit: { one: string; many: string }
  /** A price that the course itself tells, such as that of one more person. */
  price?: string
  /** What the company or one above it agreed on for this course. */
  own?: readonly OwnPrice[]
}

export interface Charge extends InvoiceTo {
  /** 'company-3', 'contact-9', 'company-3-to-8': by which it is chosen. */
  key: string
  company_id: number | null
  contact_id: number | null
  /** Who pays. */
  name: string
  students: ChargedStudent[]
  /** Whether it charges the planning as a whole. */
  whole: boolean
  lines: ChargeLine[]
}

/** Who pays, by a key; apart whose invoice goes elsewhere than was agreed with them. */
export const payerKey = (payer: string, going: InvoiceTo): string =>
  [payer, goingKey(going)].filter((part) => part !== null).join('-')

/** '19-11-2026 en 30-11-2026'. */
export const daysText = (days: readonly string[]): string => {
  const texts = [...new Set(days)].map((day) => formatDate(day))
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} en ${texts.at(-1)}`
}

const namesText = (students: readonly ChargedStudent[]): string => students.map(({ name }) => name).join(', ')

/** Why nothing can be charged; null when it can. */
export function chargeProblem(planning: ChargedPlanning): string | null {
  const { incompany, product_id, group_product_id, course } = planning
  if (product_id !== null || (incompany && group_product_id !== null)) return null
  return `${course} heeft nog geen product. Kies bij de opleiding wat er per cursist of per groep wordt gerekend.`
}

/** One price for all of them together, and that of one more for each above the most. */
export function wholeLines(planning: ChargedPlanning, students: ChargedStudent[]): ChargeLine[] {
  const { group_product_id, group_max_count, group_extra_price, course, days } = planning
  const extra = Math.max(0, students.length - (group_max_count ?? students.length))
  const name = `${course}, ${daysText(days)}`
  return [
    { product_id: group_product_id!, count: '1', name, description: namesText(students), unit: AS_A_WHOLE },
    ...(extra > 0 && group_extra_price !== null
      ? [
          {
            product_id: group_product_id!,
            count: String(extra),
            name: `${course}, extra cursisten boven ${group_max_count}`,
            description: '',
            unit: PER_PERSON,
            price: group_extra_price,
          },
        ]
      : []),
  ]
}

/**
 * One charge for who ordered a planning that has a price as a whole; else one for each company with all of its students
 * on one line, and one for each student who pays alone. Who was charged before is not among the students.
 */
export function chargesOf(planning: ChargedPlanning, students: readonly ChargedStudent[]): Charge[] {
  if (chargeProblem(planning) !== null) return []
  const [ordered] = planning.companies
  if (planning.incompany && planning.group_product_id !== null && ordered) {
    // Who came after it was charged as a whole pays alone, where there is a price for that.
    if (!planning.whole_charged)
      return students.length === 0
        ? []
        : [
            {
              key: `company-${ordered.id}`,
              company_id: ordered.id,
              contact_id: null,
              name: ordered.name,
              ...AS_AGREED,
              students: [...students],
              whole: true,
              lines: wholeLines(planning, [...students]),
            },
          ]
    if (planning.product_id === null) return []
  }
  const payers = Map.groupBy(students, (student) =>
    payerKey(student.company_id === null ? `contact-${student.contact_id}` : `company-${student.company_id}`, student),
  )
  return [...payers]
    .map(([key, own]): Charge => {
      const [{ company_id, company, contact_id, name, use_invoice_relation, invoice_relation_id }] = own as [
        ChargedStudent,
        ...ChargedStudent[],
      ]
      return {
        key,
        company_id,
        contact_id: company_id === null ? contact_id : null,
        name: company ?? name,
        ...{ use_invoice_relation, invoice_relation_id },
        students: own,
        whole: false,
        lines: [
          {
            product_id: planning.product_id!,
            count: String(own.length),
            name: `${planning.course}, ${daysText(planning.days)}`,
            description: namesText(own),
            unit: PER_PERSON,
          },
        ],
      }
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'nl'))
}
