import {
  choice,
  count,
  day,
  fieldOf,
  optionalCount,
  reference,
  requiredDay,
  several,
  yesNo,
} from '../../../../platform/fields/kinds.ts'
import { dayList } from '../days.forms.ts'
import { MOST_OCCASIONS } from './series.rules.ts'

const WEEKDAY_OPTIONS = {
  '1': 'maandag',
  '2': 'dinsdag',
  '3': 'woensdag',
  '4': 'donderdag',
  '5': 'vrijdag',
  '6': 'zaterdag',
  '7': 'zondag',
}

/** One planning of a series before it is made: what is chosen for it alone. */
export const occasionFields = {
  enabled: yesNo('Inplannen'),
  day: requiredDay('Datum'),
  teacher_id: reference('Docent', 'contact'),
  room_id: reference('Lokaal', 'room'),
}

/** How a course is planned many times. */
export const seriesFields = {
  repeat: choice(
    'Herhalen',
    { weekly: 'Elke week, of om de zoveel weken', monthly: 'Elke maand', dates: 'Op gekozen datums' },
    'weekly',
  ),
  every_weeks: count('Om de hoeveel weken', 1, 26),
  weekdays: several('Dagen', WEEKDAY_OPTIONS),
  every_months: count('Om de hoeveel maanden', 1, 12),
  nth: choice('De hoeveelste', { '1': 'Eerste', '2': 'Tweede', '3': 'Derde', '4': 'Vierde', last: 'Laatste' }, '1'),
  nth_weekday: choice('Dag van de week', WEEKDAY_OPTIONS, '1'),
  dates: fieldOf('textarea', 'Datums', dayList, { maxlength: 1000 }),
  count: optionalCount('Aantal planningen', 1, MOST_OCCASIONS),
  until: day('Uiterlijk op'),
  exceptions: fieldOf('text', 'Dagen overslaan', dayList, { maxlength: 1000 }),
  closed: choice('Feestdagen en sluitingsdagen', { skip: 'Overslaan', show: 'Laten staan en melden' }, 'skip'),
}
