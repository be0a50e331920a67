import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { getDefault, listDefaultFiles, messageFor, queueMailing, somePeople } from '../../../system/messages/index.ts'
import { KINDS, plannedAudience, replacementAudience } from './audience.ts'
import { replacementMessages } from './messages.ts'
import type { ReplaceInput } from './replacements.forms.ts'
import type { Absent, ReplacingPlan } from './replacements.plan.ts'

type Tells = Pick<ReplaceInput, 'tell_replacing' | 'tell_replaced' | 'tell_students'>
type Registered = Pick<Services, 'registry'>

type Told = keyof typeof replacementMessages.readers
const EVERY_TOLD = Object.keys(replacementMessages.readers) as Told[]

/** Which messages go, each to whom. */
const telling = (form: Tells, { students }: ReplacingPlan): { told: Told; kind: string }[] => [
  ...(form.tell_replacing ? [{ told: 'to_replacing' as const, kind: KINDS.replacing }] : []),
  ...(form.tell_replaced ? [{ told: 'to_replaced' as const, kind: KINDS.replaced }] : []),
  ...(students ? [{ told: 'to_students' as const, kind: form.tell_students ? KINDS.students : KINDS.asking }] : []),
]

/** The message that these read, as it is now. @throws Invalid when none is chosen, or it does not fit any more */
async function textFor(db: Db | Trx, services: Registered, told: Told) {
  const template = (await replacementMessages.chosenIn(db))[told] ?? 0
  const why = await replacementMessages.why(db, services, told, template)
  if (why !== null)
    throw new Invalid({
      _form: [`Dit bericht kan niet worden verstuurd. ${why} Zie Instellingen, Berichten bij overdragen.`],
    })
  return getDefault(db, template)
}

/** Tells who is concerned of what was saved just now. @returns mails */
export async function tellConcerned(
  trx: Trx,
  services: Services,
  viewer: Viewer,
  { absenceId, plan, form }: { absenceId: number; plan: ReplacingPlan; form: Tells },
): Promise<number> {
  let mails = 0
  for (const { told, kind } of telling(form, plan)) {
    const { id, subject, content } = await textFor(trx, services, told)
    const files = await listDefaultFiles(trx, id)
    const mailing = await queueMailing(trx, services, viewer, replacementAudience, {
      ...{ subject, content, kinds: [kind], ids: [absenceId], of: absenceId, calendar: null },
      attachments: files.map((file) => file.id),
    })
    mails += mailing.queued
  }
  return mails
}

const audienceOf = ({ swaps }: ReplacingPlan, absent: Absent) =>
  plannedAudience(
    swaps.map(({ hit, by }) => ({ part: hit.id, by })),
    absent,
  )

/** So many are there to choose from. */
const MOST_SHOWN = 25

/** Somebody who reads a message; the key names both. */
export interface Reader {
  key: string
  name: string
  label: string
}

/** For whom the messages can be shown before they go. */
export async function listReaders(
  db: Db | Trx,
  viewer: Viewer,
  plan: ReplacingPlan,
  absent: Absent,
  form: Tells,
): Promise<Reader[]> {
  if (plan.swaps.length === 0) return []
  const audience = audienceOf(plan, absent)
  const readers: Reader[] = []
  for (const { told, kind } of telling(form, plan)) {
    const people = await somePeople(db, viewer, audience, [], [kind])
    const { label } = audience.kinds.find(({ key }) => key === replacementMessages.readers[told].kinds[0])!
    readers.push(...people.map(({ id, name }) => ({ key: `${told}-${id}`, name, label: label.toLowerCase() })))
  }
  return readers.slice(0, MOST_SHOWN)
}

/** The message as one of them will get it. @throws Invalid when it cannot be made */
export async function readAs(
  db: Db,
  services: Registered,
  viewer: Viewer,
  { plan, absent, form, reader }: { plan: ReplacingPlan; absent: Absent; form: Tells; reader: string },
) {
  const told = EVERY_TOLD.find((key) => reader.startsWith(`${key}-`))
  const goes = telling(form, plan).find((one) => one.told === told)
  if (!goes || plan.swaps.length === 0) throw new Invalid({ _form: ['Er gaat geen bericht uit.'] })
  const { id, name, subject, content } = await textFor(db, services, goes.told)
  const to = { audience: audienceOf(plan, absent), ids: [], kinds: [goes.kind] }
  const preview = Number(reader.slice(goes.told.length + 1))
  return {
    ...(await messageFor(db, viewer, to, { subject, content, preview, sender: 'own' })),
    template: { id, name, files: (await listDefaultFiles(db, id)).length },
  }
}
