import {
  choice,
  day,
  line,
  optionalCount,
  paragraphs,
  reference,
  requiredDay,
  requiredLine,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { PAPERS, STATUS_LABELS } from './devices.rules.ts'

/** How a part, or a device, is replaced. */
const replacing = {
  replace_date: requiredDay('Vervangen op'),
  expires_on: day('Opdruk'),
  paper: choice('Op welk document', PAPERS, 'none'),
  order_id: reference('Order', 'order'),
  invoice_id: reference('Factuur', 'invoice'),
}

/** What is known of a device. */
export const deviceFields = {
  company_id: reference('Bedrijf', 'company'),
  contact_id: reference('Contact', 'contact'),
  number: optionalCount('Nummer', 1, 999_999_999),
  name: requiredLine('Naam', 120),
  description: paragraphs('Omschrijving', { maxlength: 2000 }),
  device_category_id: reference('Categorie', 'device_category'),
  product_id: reference('Product', 'product'),
  serial_number: line('Serienummer', 80),
  brand: line('Merk', 80),
  model: line('Type', 80),
  production_year: optionalCount('Productiejaar', 1900, 2200),
  production_month: optionalCount('Productiemaand', 1, 12),
  buy_date: day('Aankoopdatum'),
  installed_on: day('Geplaatst op'),
  last_on: day('Laatst gekeurd'),
  status: choice('Status', STATUS_LABELS, 'in_use'),
  location_description: line('Plaats', 200),
  walking_route_number: optionalCount('Looproute', 1, 99_999),
  replaces_device_id: reference('Vervangt', 'device'),
  calibration_days: optionalCount('IJken elke', 1, 3660, { unit: 'dagen' }),
  ...replacing,
}

/** By which schedule it is due. */
export const deviceScheduleFields = {
  device_id: reference('Apparaat', 'device'),
  schedule_id: reference('Schema', 'inspection_schedule'),
  last_on: day('Laatst gedaan'),
  repeat_after: optionalCount('Daarna elke', 1, 600, { unit: 'maanden' }),
  covered_until: day('Gedaan tot en met'),
  applies: yesNo('Geldt voor dit apparaat'),
}
