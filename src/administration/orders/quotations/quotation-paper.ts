import type { Db, Trx } from '../../../platform/database/types.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { type PaperFacts, type PaperSource, dayFact, inLayout, saleFacts } from '../../sales/papers/index.ts'
import { quotationFields } from './quotations.fields.ts'
import { getQuotation } from './quotations.queries.ts'
import { quotationsArea } from './rights.ts'
import { withdrawalParts } from './withdrawal.rules.ts'

/** What a quotation says on paper; one that was not sent says that nothing is offered yet. */
export async function quotationFacts(db: Db | Trx, id: number): Promise<PaperFacts> {
  const quotation = await getQuotation(db, id)
  const { uid, status, quotation_date, valid_until, employee, accepted_at } = quotation
  const firm = await firmDetails(db)
  return inLayout(db, {
    kind: 'quotation',
    title: `Offerte ${uid}`,
    fileName: `offerte-${uid}.pdf`,
    sale: await saleFacts(db, { type: 'quotation', id }, quotation, firm),
    facts: [
      dayFact(quotationFields.quotation_date.label, quotation_date),
      dayFact(quotationFields.valid_until.label, valid_until),
      ...(employee === null ? [] : [['Behandeld door', employee] as [string, string]]),
    ],
    texts: { header: firm.texts.quotation_header, footer: firm.texts.quotation_footer },
    ...(status === 'concept' ? { notice: 'Dit is een concept en nog geen aanbod.' } : {}),
    ...(quotation.company_id === null ? { told: withdrawalParts(firm) } : {}),
    payment: null,
    ...(accepted_at === null ? { signing: 'Voor akkoord:' } : {}),
    createdAt: quotation.updated_at,
  })
}

/** What its customer reads, who has it from then on. */
export async function offeredFacts(db: Db, id: number): Promise<PaperFacts> {
  const { notice: _concept, ...offered } = await quotationFacts(db, id)
  return offered
}

export const quotationPapers: PaperSource[] = [
  { kind: 'quotation', record: 'quotation', area: quotationsArea, facts: quotationFacts },
]
