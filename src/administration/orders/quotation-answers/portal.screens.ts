import { raw } from '../../../platform/screens/call/raw.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { sql } from 'kysely'
import { findLink } from '../quotations/index.ts'
import { answerArea } from './rights.ts'

const ANSWER = '/administration/quotation/answer'

/** Leads who answers for the own company to the page behind the link, where it is read and signed like anywhere else. */
export const quotationAnswer = raw({
  area: answerArea,
  record: 'quotation',
  right: 'change',
  path: `${ANSWER}/:id`,
  kind: 'file',
  methods: ['GET'],
  handle: async ({ res, params, services }) => {
    const id = Number(params.id)
    const link = await findLink(services.db, services.config, id)
    res.redirect(303, link?.href ?? `/administration/quotation/view/${id}`)
  },
  example: (story) => ({ params: { id: story.sales.sentQuotation }, foreign: { id: story.sales.foreignQuotation } }),
})

/** What a supervisor does next with a quotation that can be answered: one whose link was ended cannot. */
export const answerStep: PopupAction = {
  record: 'quotation',
  place: 'step',
  order: 10,
  area: answerArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Bekijken en beantwoorden',
    icon: 'writing-sign',
    kind: 'link',
    url: `${ANSWER}/${id}`,
  }),
  when: (_viewer, id) => sql`exists (select from quotation_links l join quotations q on q.id = l.quotation_id
    where q.id = ${id} and q.stage in ('sent', 'viewed') and q.valid_until >= current_date)`,
  next: () => sql`true`,
}
