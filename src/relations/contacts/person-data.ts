import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import { countOf } from '../../platform/database/count.ts'
import { maskHistory } from '../../platform/database/history.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { impersonal } from '../../platform/fields/facts.ts'
import { told } from '../../platform/fields/shown.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { forgetInViews } from '../../platform/saved-views/forgetting.ts'
import type { PersonDataSource } from '../../system/privacy/points.ts'
import { addressLine, NO_PLACE } from '../../platform/fields/address.ts'
import { fullName, nameColumns, contactFields } from '../naming/index.ts'
import { getContact } from './contacts.queries.ts'

/** Columns of a contact and of what hangs on it whose values say nothing about the person. */
const KEPT_COLUMNS = [...impersonal(contactFields), 'contact_id', 'skill_id', 'supervisor_id', 'format', 'gone_id']
const tell = told(contactFields)

/** Who supervises this person by name, or whom this person supervises. */
async function namesOf(db: Db, side: 'contact_id' | 'supervisor_id', contactId: number): Promise<string> {
  const people = await db
    .selectFrom('supervisions')
    .innerJoin(
      'contacts',
      'contacts.id',
      side === 'contact_id' ? 'supervisions.supervisor_id' : 'supervisions.contact_id',
    )
    .select(nameColumns)
    .where(`supervisions.${side}`, '=', contactId)
    .orderBy('supervisions.id')
    .execute()
  return people.map((person) => fullName(person)).join(', ')
}

/** Links by name with those who supervise this person or whom this person supervises. */
const supervisionOf = (contactId: number) =>
  sql<SqlBool>`(supervisions.contact_id = ${contactId} or supervisions.supervisor_id = ${contactId})`

async function endedSupervision(db: Db | Trx, { id, supervisor_for_all }: { id: number; supervisor_for_all: boolean }) {
  const count = await countOf(db.selectFrom('supervisions').where(supervisionOf(id)))
  return [
    ...(count === 0 ? [] : [`${formatCount(count, 'begeleiding', 'begeleidingen')} op naam, van en door deze persoon`]),
    ...(supervisor_for_all ? ['de begeleiding van alle collega’s'] : []),
  ]
}

/** What others look for in their lists goes before the name does. */
async function forgetSearches(trx: Trx, contactId: number): Promise<void> {
  const { first_name, last_name, email, phone, mobile_phone } = await getContact(trx, contactId)
  await forgetInViews(trx, { firstName: first_name, lastName: last_name, own: [email, phone, mobile_phone] })
}

/** The person as a contact. The number stays, so that what must be kept still belongs to one and the same person. */
export const contactData: PersonDataSource = {
  key: 'contact',
  label: 'Uw gegevens',
  collect: async ({ db }, contactId) => {
    const contact = await getContact(db, contactId)
    return [
      {
        Naam: fullName(contact),
        ...tell(contact, 'initials', 'gender', 'birth_date', 'language', 'email', 'mobile_phone', 'phone'),
        Adres: addressLine(contact),
        ...tell(contact, 'job_title'),
        Bedrijven: contact.companies.map(({ name }) => name).join(', '),
        ...tell(contact, 'client_id', 'roles'),
        Leidinggevenden: await namesOf(db, 'contact_id', contactId),
        'Leidinggevende van': await namesOf(db, 'supervisor_id', contactId),
        [contactFields.skills.label]: contact.skills.map(({ name }) => name).join(', '),
        ...tell(contact, 'hok_teacher_number', 'note'),
        'Vastgelegd op': formatDateTime(contact.created_at),
      },
    ]
  },
  plan: async (db, contactId) => {
    const contact = await getContact(db, contactId)
    return {
      emptied: [
        'naam, voorletters, geslacht, geboortedatum en lestaal',
        'e-mailadres, telefoonnummers en adres',
        'functie, HOK-nummer, opmerking en vaardigheden',
        ...(await endedSupervision(db, contact)),
        'deze waarden in de historie van het contact',
      ],
      kept: [
        { what: 'de koppeling met bedrijven, zonder naam', why: 'aantallen per bedrijf blijven kloppen' },
        ...(contact.client_id === null
          ? []
          : [
              {
                what: `debiteurnummer ${contact.client_id}`,
                why: 'fiscale bewaarplicht: zeven jaar na het boekjaar (AWR artikel 52)',
              },
            ]),
      ],
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await forgetSearches(trx, contactId)
    await trx
      .updateTable('contacts')
      .set({
        first_name: '',
        initials: '',
        last_name_prefix: '',
        last_name: `Verwijderde persoon #${contactId}`,
        gender: null,
        birth_date: null,
        language: null,
        email: null,
        phone: null,
        mobile_phone: null,
        job_title: null,
        hok_teacher_number: null,
        ...NO_PLACE,
        note: null,
        gets_account: false,
        supervisor_for_all: false,
        active: false,
        roles: sql<
          number[]
        >`array_remove(array_remove(roles, ${sql.lit(ROLE.administrator)}), ${sql.lit(ROLE.scheduler)})`,
      })
      .where('id', '=', contactId)
      .execute()
    await trx.deleteFrom('contact_skills').where('contact_id', '=', contactId).execute()
    await trx.deleteFrom('supervisions').where(supervisionOf(contactId)).execute()
  },
  mask: (trx, contactId) => maskHistory(trx, 'contact', [contactId], KEPT_COLUMNS),
}
