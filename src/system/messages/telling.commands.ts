import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import type { EditorProps } from './editor.contract.ts'
import { editorProps } from './editor.rules.ts'
import { queueMailing } from './messages.commands.ts'
import { countPeople, refuseTemplate, somePeople } from './messages.queries.ts'
import type { Audience, AudienceRow } from './points.ts'

/** Whom a message can go to that another save sends along, and what its text may name. */
export interface Telling {
  /** The kinds there is somebody of, with how many a mail reaches and how many it does not. */
  kinds: { key: string; label: string; reached: number; missing: number }[]
  people: AudienceRow[]
  editor: EditorProps
}

/** What a form shows that tells people of what it does. */
export async function tellingOf(
  db: Db,
  viewer: Viewer,
  audience: Audience,
  ids: number[],
  keys: string[],
): Promise<Telling> {
  const counts = await countPeople(db, viewer, audience, ids)
  const kinds = audience.kinds.filter(({ key }) => keys.includes(key))
  return {
    kinds: kinds
      .map(({ key, label }) => ({ key, label, ...counts[key]! }))
      .filter(({ reached, missing }) => reached + missing > 0),
    people: await somePeople(db, viewer, audience, ids, keys),
    editor: editorProps(kinds.flatMap(({ variables }) => variables)),
  }
}

/**
 * Tells the people of a record along with another save, as a message of its own, and their calendars what is new there.
 * @throws Invalid (422) when the text cannot be made for all of them
 */
export async function tell(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  viewer: Viewer,
  audience: Audience,
  message: { of: number; kinds: string[]; subject: string; content: string },
): Promise<{ queued: number; missing: number }> {
  refuseTemplate(audience, message, message)
  return queueMailing(trx, services, viewer, audience, { ...message, ids: [message.of], calendar: 'news' })
}

/** What a text to all kinds of an audience may name, for its editor. */
export const editorFor = ({ kinds }: Audience): EditorProps => editorProps(kinds.flatMap(({ variables }) => variables))
