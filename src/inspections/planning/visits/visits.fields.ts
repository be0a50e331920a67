import {
  line,
  optionalMoment,
  paragraphs,
  reference,
  requiredDay,
  requiredReference,
  moment,
  timeOfDay,
  yesNo,
} from '../../../platform/fields/kinds.ts'

/** What a visit consists of. */
export const visitFields = {
  order_id: requiredReference('Order', 'order'),
  employee_id: reference('Keurmeester', 'user'),
  room_id: reference('Lokaal', 'room'),
  starts_at: moment('Begint'),
  ends_at: moment('Eindigt'),
  done: yesNo('Afgerond'),
  done_at: optionalMoment('Afgerond op'),
  done_by: reference('Afgerond door', 'user'),
  worked_from: optionalMoment('Begonnen'),
  worked_until: optionalMoment('Klaar'),
  remark: paragraphs('Opmerking', { maxlength: 2000, personal: true }),
  signed_by: line('Wie tekent', 120, { personal: true }),
  unsigned_reason: line('Waarom niemand tekent', 200, { personal: true }),
  // How it is asked when: it begins and ends on one day.
  date: requiredDay('Datum'),
  start_time: timeOfDay('Van'),
  end_time: timeOfDay('Tot'),
}
