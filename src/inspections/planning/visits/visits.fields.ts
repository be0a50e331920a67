import {
  optionalMoment,
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
  // How it is asked when: it begins and ends on one day.
  date: requiredDay('Datum'),
  start_time: timeOfDay('Van'),
  end_time: timeOfDay('Tot'),
}
