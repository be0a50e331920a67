import * as z from 'zod'
import { everyParserOf } from '../../../platform/fields/facts.ts'
import {
  fieldOf,
  line,
  moment,
  optionalCount,
  optionalMoment,
  reference,
  requiredLine,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { placeFields } from '../../../platform/fields/address.ts'
import { id, longText, optionalText, placePostalCodeOrNull, text } from '../../../platform/forms/fields.ts'
import { courseFields } from '../../catalogue/courses/index.ts'
import { RESPONSIBLE_ROLES, type ResponsibleRole } from './appointments.rules.ts'

const roleId = z
  .enum(
    RESPONSIBLE_ROLES.map((role) => String(role.id)),
    'Maak een keuze',
  )
  .transform((value) => Number(value) as ResponsibleRole)

/** What is kept of somebody who is responsible for a part; own times are those of who is not there for the whole of it. */
export const responsibleFields = {
  contact_id: fieldOf('selector', 'Verantwoordelijke', id, { record: 'contact' }),
  role_id: fieldOf('select', 'Rol', roleId, {
    options: Object.fromEntries(RESPONSIBLE_ROLES.map((role) => [role.id, role.name])),
  }),
  starts_at: optionalMoment('Eigen begin'),
  ends_at: optionalMoment('Eigen einde'),
}

const secureUrlOrNull = optionalText(500)
  .refine((value) => value === '' || /^https:\/\/\S+$/.test(value), ':label begint met https://.')
  .transform((value) => value || null)

/** Its country is not asked for. */
const { country_code: _country, ...place } = placeFields

/** Where people come, when that is no room of an establishment. */
const locationFields = {
  address_name: line('Naam van de plaats', 120),
  ...place,
  postal_code: { ...place.postal_code, parse: placePostalCodeOrNull },
}

/** How people join online. */
const joinFields = {
  join_url: { ...line('Link om deel te nemen', 500), parse: secureUrlOrNull },
  join_code: line('Code om deel te nemen', 60),
  join_password: line('Wachtwoord om deel te nemen', 60),
}

/** What a part of a planning consists of. */
export const appointmentFields = {
  description: requiredLine('Omschrijving', 200),
  starts_at: moment('Begin', { asked: 'start_datetime' }),
  ends_at: moment('Einde', { asked: 'end_datetime' }),
  status: fieldOf('select', 'Status', text(30), {
    options: {
      option: 'Optie',
      planned: 'Gepland',
      confirmed: 'Bevestigd',
      executed: 'Uitgevoerd',
      done: 'Afgerond',
      cancelled: 'Geannuleerd',
    },
  }),
  max_count: courseFields.max_count,
  /** Whether it says itself how many teachers give it. */
  has_custom_teacher_application_count: yesNo('Eigen aantal docenten'),
  /** How many teachers give it; null: as many as its component of the course says. */
  teacher_application_count: optionalCount('Docenten nodig', 0, 20),
  room_id: reference('Lokaal', 'room'),
  ...locationFields,
  ...joinFields,
  responsibles: fieldOf(
    'list',
    'Verantwoordelijken',
    z
      .array(z.object(everyParserOf(responsibleFields)))
      .max(50)
      .default([]),
    {
      items: responsibleFields,
    },
  ),
  note: fieldOf('textarea', 'Opmerking', longText(5000), { maxlength: 5000 }),
}
