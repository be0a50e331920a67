import { cityLine, streetLine } from '../../../../platform/fields/address.ts'
import type { Db } from '../../../../platform/database/types.ts'
import type { Draft, DraftRow } from './draft.rules.ts'
import { type CompanyChoice, type RoomChoice, findCompanies, listRoomChoices } from '../planning.queries.ts'
import { sharedLocation } from '../planning.rules.ts'

type Words = Record<string, string>
const ADDRESS = ['address_name', 'street', 'street_no', 'street_no_adding', 'postal_code', 'city'] as const

/** One block of fields: for all parts together, or for one of them. */
export interface PlaceBlock {
  title: string | null
  /** Start of the names of its fields. */
  prefix: string
  /** The room that says where it is; no address is asked for then. */
  room: { label: string; address: string } | null
  values: Words
}

export interface PlaceBlocks {
  online: boolean
  same: boolean
  /** The rows leave no choice. */
  forced: boolean
  blocks: PlaceBlock[]
}

/** The blocks of the step 'addresses', also on their own when the choice for one location is changed. */
export async function placeBlocks(
  db: Db,
  draft: Draft,
  wanted: { online: boolean; same: boolean },
): Promise<PlaceBlocks> {
  const { online } = wanted
  const rows = draft.appointments.filter(({ enabled }) => enabled)
  const { same, forced } = sharedLocation(rows, { online, wanted: wanted.same })
  const [rooms, names, company] = await Promise.all([
    listRoomChoices(db),
    namesOf(db, rows),
    draft.incompany && draft.selected_company_ids.length === 1 ? findCompanies(db, draft.selected_company_ids) : [],
  ])
  const field = online ? 'online_details' : 'address'
  const fallback = online ? {} : addressOf(company[0])
  const block = (
    title: string | null,
    prefix: string,
    own: Words,
    other: Words,
    roomId: number | null,
  ): PlaceBlock => ({
    title,
    prefix,
    room: online ? null : roomOf(rooms.find(({ id }) => id === roomId)),
    values: [own, other].find(isFilled) ?? fallback,
  })
  const blocks = same
    ? [block(null, field, draft[field], rows[0]?.[field] ?? {}, rows[0]?.room_id ?? null)]
    : rows.map((row) =>
        block(
          names.get(row.course_component_id) ?? null,
          `appointments[${row.index}][${field}]`,
          row[field],
          draft[field],
          row.room_id,
        ),
      )
  return { online, same, forced, blocks }
}

/** Where it is, in a line. */
export function placeLine({ online, blocks }: PlaceBlocks): string {
  if (online) return blocks.some(({ values }) => isFilled(values)) ? 'Ingevuld' : 'Nog niet ingevuld'
  const rooms = blocks.flatMap(({ room }) => (room ? [[room.label, room.address].filter(Boolean).join(', ')] : []))
  if (rooms.length > 0) return rooms.join('; ')
  return blocks.some(({ values }) => isFilled(values)) ? 'Ingevuld' : 'Nog geen lokaal of adres'
}

const isFilled = (words: Words): boolean => Object.values(words).some((value) => value !== '')

function addressOf(company: CompanyChoice | undefined): Words {
  if (!company) return {}
  const place = { ...company, address_name: company.name }
  return Object.fromEntries(ADDRESS.map((name) => [name, place[name] ?? '']))
}

function roomOf(room: RoomChoice | undefined): PlaceBlock['room'] {
  if (!room) return null
  const place = { ...room, country_code: 'NL' }
  return { label: room.label, address: [streetLine(place), cityLine(place)].filter(Boolean).join(', ') }
}

async function namesOf(db: Db, rows: DraftRow[]): Promise<Map<number | null, string>> {
  const ids = rows.flatMap(({ course_component_id }) => course_component_id ?? [])
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('course_components').select(['id', 'description']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, description }) => [id, description]))
}
