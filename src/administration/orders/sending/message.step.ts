import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { noMailNote } from '../../../platform/mail/sending.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import type { Services } from '../../../platform/services.ts'
import { editorFor, listDefaultFiles } from '../../../system/messages/index.ts'
import { saleMessages } from './messages.ts'
import type { Outcome, Sending } from './sending.rules.ts'

/** For so many it is shown how each reads it. */
const READ_AT_ONCE = 200

/** What the step of the message shows: the text it begins with, as each reads it, and what comes of the plan. */
export async function messageStep(
  { db, viewer, services }: { db: Db; viewer: Viewer; services: Services },
  plan: readonly Sending[],
  shown: {
    key: keyof typeof saleMessages.readers
    outcomes: (plan: readonly Sending[], files: readonly string[]) => Outcome[]
    /** What each is called, and the file that goes along, with its address. */
    one: string
    paper: (row: Sending) => { label: string; href: string }
  },
) {
  const message = (await saleMessages.find(db, services, shown.key)) ?? { id: null, subject: '', content: '' }
  const files = message.id === null ? [] : await listDefaultFiles(db, message.id)
  const { audience } = saleMessages.readers[shown.key]
  const going = plan.filter(({ obstacle }) => obstacle === null)
  const some = going.slice(0, READ_AT_ONCE)
  const ids = some.map(({ id }) => id)
  return {
    key: planKey([...plan]),
    one: shown.one,
    readers: some.map(({ id, uid, customer }) => ({ id, name: `${customer} (${uid ?? 'concept'})` })),
    papers: going.map(shown.paper),
    outcomes: shown.outcomes(
      plan,
      files.map(({ name }) => name),
    ),
    message,
    editor: editorFor(audience),
    previewUrl: `/messages/preview/${audience.type}?ids=${ids.join(',')}&live=1&sends=1`,
    noMail: await noMailNote(services, viewer),
  }
}
