import {
  type Paper,
  type PaperFacts,
  type PaperLine,
  type Place,
  type SaleFacts,
  addressed,
  footOf,
  houseOf,
  paymentOf,
} from './paper.rules.ts'

/** A letter about invoices, such as a reminder: texts around a table of amounts. It can be kept as JSON. */
export interface LetterFacts {
  title: string
  seller: SaleFacts['seller']
  buyer: Place & { name: string; contact: string | null; client_id: number | null }
  facts: [label: string, value: string][]
  above: string[]
  columns: Paper['columns']
  lines: ({ name: string; text: string } & Partial<Record<Paper['columns'][number]['of'], string>>)[]
  totals: Paper['totals']
  below: string[]
  payment: PaperFacts['payment']
  /** The instant that the file says it was made, as ISO. */
  createdAt: string
}

const NOTHING: PaperLine = { kind: 'product', name: '', text: '', count: '', price: '', discount: '', tax: '', amount: '' } // prettier-ignore

/** A letter as it is drawn. */
export const letterOf = (letter: LetterFacts): Paper => ({
  title: letter.title,
  house: houseOf(letter.seller),
  recipient: addressed(letter.buyer.name, letter.buyer, 'NL').toSpliced(
    1,
    0,
    ...(letter.buyer.contact === null ? [] : [`T.a.v. ${letter.buyer.contact}`]),
  ),
  notice: '',
  facts: [
    ...letter.facts,
    ...(letter.buyer.client_id === null ? [] : [['Klantnummer', String(letter.buyer.client_id)] as [string, string]]),
  ],
  above: letter.above,
  columns: letter.columns,
  lines: letter.lines.map((line) => ({ ...NOTHING, ...line })),
  totals: letter.totals,
  reasons: [],
  below: letter.below,
  payment: paymentOf(letter.seller, letter.payment),
  signing: '',
  agreed: null,
  foot: footOf(letter.seller),
})
