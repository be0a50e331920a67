import { formatCount } from '../../../platform/format/format.ts'
import type { EnrolNotice } from '../../places/enrolment/points.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Config } from '../../../platform/config.ts'
import { askStep } from './next.rules.ts'
import { preflightOf } from './preflight.queries.ts'
import { whyNotAsked } from './questions/mending.rules.ts'
import { listQuestions } from './questions/questions.queries.ts'
import { REGISTER_NAMES } from './requests.rules.ts'
import { registersArea } from './rights.ts'

/** What the registers of a course will not take of who is about to be enrolled, by the judgement of the light. */
async function ask(
  db: Db,
  config: Config,
  { planningId, partId, contactIds }: { planningId: number; partId: number; contactIds: readonly number[] },
): Promise<EnrolNotice> {
  const judged = await preflightOf(db, config, planningId, contactIds)
  const chosen = new Set(contactIds)
  const found = new Map<string, string[]>()
  for (const { register, defects } of judged)
    for (const { student, text, stops } of defects)
      if (stops && student !== null && chosen.has(student))
        found.set(text, [...(found.get(text) ?? []), REGISTER_NAMES[register]])
  if (found.size === 0) return { sentences: [], actions: [] }
  const questions = await listQuestions(db, config, planningId, contactIds, judged)
  const now = new Date()
  const askable = contactIds.filter((id) => whyNotAsked({ ...questions.get(id)!, now }) === null)
  return {
    sentences: [...found].map(([text, registers]) => `${registers.join(' en ')}: ${text}`),
    actions:
      askable.length === 0
        ? []
        : [
            askStep(
              partId,
              askable,
              askable.length === 1
                ? 'Vraag de cursist'
                : `${formatCount(askable.length, 'cursist', 'cursisten')} vragen`,
            ),
          ],
  }
}

export const registersNotice = { area: registersArea, ask }
