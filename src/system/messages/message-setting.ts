/** A setting that says which default message is read when: its form, and what it means for who sends. */
import * as z from 'zod'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid, type Reason } from '../../platform/errors.ts'
import { type Catalogue, parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { formatCount } from '../../platform/format/format.ts'
import { formFragment } from '../../platform/screens/form/form-fragment.ts'
import type { Services } from '../../platform/services.ts'
import type { Example } from '../../platform/screens/screen.ts'
import {
  type SettingKey,
  type SettingValue,
  getSetting,
  readSetting,
  savedSetting,
  settingFields,
  settingForm,
  settingLabel,
  settingsArea,
  writeSetting,
} from '../settings/index.ts'
import { defaultOptions, fitsRecipients, fittingDefaults, getDefault } from './messages.queries.ts'
import type { Audience, ChosenMessage } from './points.ts'

/** What such a setting calls its messages. */
type NameIn<K extends SettingKey> = keyof SettingValue<K> & string

interface Readers {
  audience: Audience
  kinds: readonly string[]
}

interface Description<K extends SettingKey> {
  key: K
  /** What is said above the fields. */
  text: string
  /** Who reads which message, by what the setting calls it. */
  readers: Record<NameIn<K>, Readers>
  /** When its messages go, and the tab of the settings where that is set. */
  when: string | { tab: string; tell(db: Db): Promise<Record<NameIn<K>, string>> }
  /** The files of a message go along, so the choice tells how many there are. */
  files?: boolean
  example: Example
}

async function whyNotRead(
  db: Db | Trx,
  services: Pick<Services, 'registry'>,
  { audience, kinds }: Readers,
  template: number,
): Promise<string | null> {
  for (const recipients of kinds) {
    const problem = await fitsRecipients(db, services, { record: audience.record, recipients, template })
    if (problem !== null) return problem
  }
  return null
}

/** What there is to choose from: what fits all who read it. */
async function optionsFor(db: Db, { audience, kinds }: Readers, files: boolean) {
  const carried = new Map(files ? (await defaultOptions(db)).map((message) => [message.id, message.files]) : [])
  const labelOf = ({ id, name }: { id: number; name: string }) => {
    const count = carried.get(id) ?? 0
    return count === 0 ? name : `${name} (${formatCount(count, 'bijlage', 'bijlagen')})`
  }
  return (await fittingDefaults(db, audience))
    .filter(({ fits }) => kinds.every((kind) => fits.includes(kind)))
    .map((message) => ({ value: String(message.id), label: labelOf(message) }))
}

/** The messages of a setting, with what they go with and when. */
async function chosenBy<K extends SettingKey>(
  { readers, when, address }: Pick<Description<K>, 'readers' | 'when'> & { address: string },
  templates: Record<NameIn<K>, number | null>,
  db: Db,
): Promise<ChosenMessage[]> {
  const times = typeof when === 'string' ? null : await when.tell(db)
  return (Object.keys(readers) as NameIn<K>[]).map((name) => ({
    record: readers[name].audience.record,
    label: (settingFields as Catalogue)[name]!.label,
    template: templates[name],
    when: times?.[name] ?? (when as string),
    tab: address,
    whenTab: typeof when === 'string' ? null : when.tab,
  }))
}

/** The form, what it says to who sends, and what it keeps from being deleted. */
export function messageSetting<K extends SettingKey>({
  key,
  text,
  readers,
  when,
  files = false,
  example,
}: Description<K>) {
  type Name = NameIn<K>
  const names = Object.keys(readers) as Name[]
  const title = settingLabel(key)
  const address = key.replaceAll('_', '-')

  const why = (db: Db | Trx, services: Pick<Services, 'registry'>, name: Name, template: number) =>
    whyNotRead(db, services, readers[name], template)
  const chosenIn = async (db: Db | Trx) => (await readSetting(db, key)) as Record<Name, number | null>

  return {
    readers,
    /** Why a default message cannot be what these read, as a sentence; null when it can. */
    why,
    /** What these read, as it is now; null where none is chosen that fits. */
    find: async (db: Db | Trx, services: Pick<Services, 'registry'>, name: Name) => {
      const template = (await chosenIn(db))[name]
      if (template === null || (await why(db, services, name, template)) !== null) return null
      const { id, subject, content } = await getDefault(db, template)
      return { id, subject, content }
    },
    chosenIn,
    /** Its messages as the page about all messages tells them. */
    chosen: async (db: Db) => chosenBy({ readers, when, address }, await chosenIn(db), db),
    /** What keeps a default message from being deleted. */
    blockers: async (db: Db | Trx, id: number): Promise<Reason[]> => {
      const count = Object.values(await chosenIn(db)).filter((template) => template === id).length
      return [{ label: title, count, url: `/settings/?tab=${address}` }]
    },
    screen: formFragment({
      ...settingForm(key),
      area: settingsArea,
      record: 'setting',
      recordParam: null,
      right: 'change',
      path: `/settings/${address}`,
      pageAddress: `/settings/?tab=${address}`,
      title,
      view: 'system/messages/setting',
      form: z.object({
        version,
        ...(parsersOf(settingFields, ...(names as 'to_replacing'[])) as Record<string, z.ZodType<number>>),
      }),
      load: async ({ db }) => ({
        setting: await getSetting(db, key),
        text,
        choices: await Promise.all(
          names.map(async (name) => ({ name, options: await optionsFor(db, readers[name], files) })),
        ),
      }),
      save: async ({ trx, services, form: { version: seen, ...form } }) => {
        const value = form as Record<Name, number>
        const wrong: Record<string, string[]> = {}
        for (const name of names) {
          const problem = await why(trx, services, name, value[name])
          if (problem !== null) wrong[name] = [problem]
        }
        if (Object.keys(wrong).length > 0) throw new Invalid(wrong)
        return savedSetting(await writeSetting(trx, key, value as SettingValue<K>, seen))
      },
      example,
    }),
  }
}
