import type { Trx } from '../../../platform/database/types.ts'
import type { RecordRef } from '../../../platform/screens/models.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { addEstablishment, addRoom } from '../../../system/establishments/index.ts'
import {
  assertPrintable,
  getSetting,
  savedSetting,
  settingsArea,
  writeSettings,
} from '../../../system/settings/index.ts'
import { type OwnData, OwnDataForm } from './firm.forms.ts'
import { unpayable } from './firm.queries.ts'

/** The own address as the first establishment, with a room in it: no form of its own is needed before a first planning. */
async function addFirstRoom(trx: Trx, { name, first_room, ...own }: OwnData): Promise<RecordRef[]> {
  const made = await addEstablishment(trx, {
    name,
    email: own.email || null,
    street: own.street || null,
    street_no: own.street_no || null,
    street_no_adding: own.street_no_adding || null,
    postal_code: own.postal_code || null,
    city: own.city || null,
  })
  if ('max_reached' in made) return []
  const room = { establishment_id: made.id, name: first_room, capacity: null, hired: false, hire_contact: null }
  const nowhereElse = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null }
  const id = await addRoom(trx, { ...room, ...nowhereElse, option_until: null, hire_confirmed: false })
  return [
    { type: 'establishment', id: made.id },
    { type: 'room', id },
  ]
}

/** What of two tabs of the settings a new organisation is asked first, in one form. */
export const ownData = formPopup({
  area: settingsArea,
  record: 'setting',
  recordParam: null,
  right: 'change',
  path: '/settings/own-data',
  home: '/settings/',
  size: 'medium',
  title: 'Uw gegevens',
  view: 'administration/firm/own-data',
  form: OwnDataForm,
  load: async ({ db, services }) => {
    const [organisation, firm] = [await getSetting(db, 'organisation'), await getSetting(db, 'firm')]
    const placed = await db.selectFrom('establishments').select('id').limit(1).executeTakeFirst()
    return {
      own: { ...organisation.value, ...firm.value },
      together: organisation.version + firm.version,
      isFirst: placed === undefined,
      unpayable: await unpayable(db, services.config),
    }
  },
  version: ({ together }) => together,
  stored: ({ own }) => own,
  save: async ({ trx, services, form: { version, ...own } }) => {
    const { name, street, street_no, street_no_adding, postal_code, city, phone, email } = own
    const { legal_name, coc_no, vat_id, crkbo_no, iban } = own
    const chosen = own.logo === '' ? {} : { logo: own.logo }
    if (own.logo !== '') await assertPrintable(services.files, own.logo)
    const place = { street, street_no, street_no_adding, postal_code, city }
    const [id] = await writeSettings(
      trx,
      {
        organisation: { name, ...place, phone, email, ...chosen },
        firm: { legal_name, coc_no, vat_id, crkbo_no, iban },
      },
      version,
    )
    const isPlaced = await trx.selectFrom('establishments').select('id').limit(1).executeTakeFirst()
    const followed = own.first_room === '' || isPlaced ? [] : await addFirstRoom(trx, own)
    return savedSetting(id!, followed)
  },
  example: () => ({ form: { name: 'Noordkaap Trainingen', crkbo_no: '1234567' } }),
})
