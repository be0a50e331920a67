import type { Db } from '../../platform/database/types.ts'
import { capital } from '../../platform/format/sentence.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { chosenMessages } from '../messages/points.ts'
import { describe, listMomentsWithOwner } from './described.queries.ts'
import { kindOf } from './moments.queries.ts'
import { momentKinds } from './points.ts'

/** A message that goes with something or at some time: when, what it says, and whether it goes by itself. */
interface Line {
  when: string
  to: string
  /** Where its moment is set: a popup, or a tab of the settings. */
  url: string | null
  isPopup: boolean
  text: { id: number; name: string } | null
  /** Where another text is chosen for it, if that is not where its moment is set. */
  choose: string | null
  /** Null where somebody sends it. */
  active: boolean | null
}

/** All messages by what they are about, with those that nothing sends and who writes chooses from. */
export async function messagesBySubject(db: Db, { registry }: Pick<Services, 'registry'>, viewer: Viewer) {
  const templates = await db.selectFrom('default_messages').select(['id', 'name']).orderBy('name').execute()
  const textOf = (id: number | null) => templates.find((template) => template.id === id) ?? null
  const moments = await listMomentsWithOwner(db, registry).orderBy('message_moments.id').execute()
  const offered = registry.offered(momentKinds, viewer)
  const chosen = await Promise.all(registry.offered(chosenMessages, viewer).map((tell) => tell(db)))
  const lines = [
    ...moments
      .filter(({ object_id, kind }) => object_id === null && offered.some(({ key }) => key === kind))
      .map((moment) => {
        const { when, to } = describe(registry, moment)
        const url = `/messages/moments/edit/${moment.id}`
        const line: Line = { when, to, url, isPopup: true, text: textOf(moment.template_id), choose: null, active: moment.active } // prettier-ignore
        return { record: kindOf(registry, moment.kind)!.record, line }
      }),
    ...chosen.flat().map(({ record, label, when, template, tab, whenTab }) => {
      const [url, choose] = [whenTab && `/settings/?tab=${whenTab}`, `/settings/?tab=${tab}`]
      const line: Line = { when, to: label, url, isPopup: false, text: textOf(template), choose, active: null }
      return { record, line }
    }),
  ]
  const used = new Set([...moments.map(({ template_id }) => template_id), ...chosen.flat().map(({ template }) => template)]) // prettier-ignore
  return {
    subjects: [...Map.groupBy(lines, ({ record }) => capital(registry.record(record).label.many))].map(
      ([label, some]) => ({ label, lines: some.map(({ line }) => line) }),
    ),
    /** Of moments that hold for one record alone. */
    ofOne: moments.filter(({ object_id }) => object_id !== null).length,
    others: templates.filter(({ id }) => !used.has(id)),
  }
}
