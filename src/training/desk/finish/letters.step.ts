import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import type { Services } from '../../../platform/services.ts'
import { listParts } from '../../planning/appointments/index.ts'
import { lettersModel, sendCertificates, toldOf } from '../../proof/certificates/index.ts'
import type { FinishInput } from './finish.forms.ts'
import { heldParts } from './finish.queries.ts'
import { filledIn, studentsOf } from './finish.rules.ts'
import { listResults } from '../../proof/results/index.ts'

/** To whom 'Afronden en versturen' mails, unless somebody chooses otherwise; null while nobody can be mailed. */
export async function lettersStep(services: Services, viewer: Viewer, passed: { contactId: number; name: string }[]) {
  const model = await lettersModel(services.db, passed)
  const reachable = model.recipients.filter((person) => person.reachable).length
  if (reachable === 0) return null
  const without = passed.length - reachable
  return {
    ...model,
    line: [
      formatCount(reachable, 'cursist', 'cursisten'),
      ...(without > 0 ? [`${without} zonder e-mailadres`] : []),
    ].join(', '),
    kinds: [
      { key: 'student', to: 'cursisten', needs: 'letters[students][]' },
      ...(model.supervisors.length > 0
        ? [{ key: 'supervisor', to: 'leidinggevenden', needs: 'letters[supervisors][]' }]
        : []),
    ],
    noMail: await noMailNote(services, viewer),
  }
}

/**
 * Mails the certificates as part of finishing, where it was asked and who gets them was sent along.
 * @returns what to tell of it; null when nothing was sent here
 */
export async function sendWith(
  trx: Trx,
  viewer: Viewer,
  { form, planningId, registers }: { form: FinishInput; planningId: number; registers: readonly string[] },
  services: Services,
): Promise<string | null> {
  const { letters, document_layouts, issued_on } = form
  if (form.next !== 'send' || !letters || document_layouts.length === 0 || registers.length > 0) return null
  const parts = heldParts(await listParts(trx, planningId))
  const rows = filledIn(
    await listResults(
      trx,
      viewer,
      parts.map(({ id }) => id),
    ),
    form,
  )
  const studentIds = studentsOf(rows).flatMap(({ contactId, passed }) => (passed ? [contactId] : []))
  if (studentIds.length === 0) return null
  const firstDay = parts.map(({ starts_at }) => wallClock(starts_at).day).sort()[0]!
  const { mails } = await sendCertificates(
    trx,
    viewer,
    { planningId, firstDay, studentIds },
    {
      ...letters,
      generate: document_layouts,
      send: document_layouts,
      issued_on: issued_on ?? today(),
      letters_seen: form.letters_seen,
    },
    services,
  )
  const { str } = await toldOf(services, 0, mails)
  return str.endsWith('.') ? str : `${str}.`
}
