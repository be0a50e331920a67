import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatDateTime } from '../../../platform/format/format.ts'
import type { RailBlock } from '../../../platform/screens/popup/popup-tabs.ts'
import { quotationsArea } from '../quotations/rights.ts'

interface Told {
  link: boolean
  signings: {
    id: number
    name: string | null
    address: string | null
    at: string
    isNow: boolean
    sha256: string | null
  }[]
  questions: { id: number; name: string | null; question: string; answer: string | null; at: string }[]
}

/** What the customer signed and asked, in the rail of the quotation. */
export const answersInRail: RailBlock = {
  ask: (_viewer, id) => sql<Told>`select json_build_object(
    'link', exists (select 1 from quotation_links where quotation_id = ${id}),
    'signings', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'address', s.address,
        'at', s.signed_at, 'isNow', s.signed_at is not distinct from q.accepted_at, 'sha256', k.sha256)
        order by s.id desc), '[]')
      from quotation_signings s join quotations q on q.id = s.quotation_id
        left join kept_papers k on k.signing_id = s.id
      where s.quotation_id = ${id}),
    'questions', (select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'question', q.question,
        'answer', q.answer, 'at', q.created_at) order by q.id desc), '[]')
      from quotation_questions q where q.quotation_id = ${id}))`,
  view: 'administration/quotation-answers/rail',
  model: (answer, { id }, viewer) => {
    const { link, signings, questions } = answer as Told
    return {
      id,
      link,
      signings: signings.map((signing) => ({ ...signing, at: formatDateTime(new Date(signing.at)) })),
      questions: questions.map((question) => ({ ...question, at: formatDateTime(new Date(question.at)) })),
      changes: may(viewer, quotationsArea, 'change'),
    }
  },
}
