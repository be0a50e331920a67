import type { Db, Trx } from '../../../platform/database/types.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/callers.ts'
import { wallClock } from '../../../platform/format/zone.ts'
import { findPlace } from '../../../system/api-clients/index.ts'
import { readSetting } from '../../../system/settings/index.ts'
import type { Welcome } from './kiosk.contract.ts'
import { findRoom } from './kiosk.queries.ts'
import { type Asker, enteredPerson } from './search.commands.ts'
import { type Language, textsOf } from './texts.contract.ts'

/** Where the tablet stands. @throws Forbidden while nobody said so */
export async function placeOf(db: Db | Trx, { id }: Pick<Caller, 'id'>) {
  const place = await findPlace(db, id)
  if (!place) throw new Forbidden('Deze tablet hoort nog bij geen vestiging.')
  return place
}

/** A tablet asks among who is expected today where it stands. */
export async function tablet(db: Db | Trx, caller: Caller, language?: Language): Promise<Asker> {
  const { id } = await placeOf(db, caller)
  return {
    searcher: { column: 'api_client_id', value: caller.id },
    place: { establishmentId: id },
    name: caller.name,
    source: 'kiosk',
    ...(language && { language }),
  }
}

/** What is told to who came in just now. @throws NotFound before that */
export async function welcomeOf(db: Db, asker: Asker, studentId: number, now: Date): Promise<Welcome> {
  const { person, part } = await enteredPerson(db, asker, studentId, now)
  const [{ course, room }, { welcome_note }] = await Promise.all([findRoom(db, part.id), readSetting(db, 'kiosk')])
  const texts = textsOf(asker.language)
  return {
    title: texts.welcome(person.firstName || person.initials || person.lastName),
    text: texts.cameIn(wallClock(now).time, course),
    room: room ?? '',
    start_time: wallClock(part.startsAt).time,
    note: welcome_note,
  }
}
