import {
  choice,
  day,
  line,
  oneOf,
  paragraphs,
  reference,
  requiredReference,
  yesNo,
} from '../../../platform/fields/kinds.ts'
import { answerFields } from '../../../system/checklists/index.ts'
import { RESULT_LABELS } from './results.ts'

/** What an inspector says of a device, what is found beside it, and what is delivered. */
export const orderDeviceFields = {
  answer: answerFields.answer,
  result: oneOf('Uitslag', RESULT_LABELS),
  remark: paragraphs('Opmerking', { maxlength: 1000 }),
  quote: yesNo('Offerte voor een nieuw apparaat'),
  new_serial_number: line('Serienummer van het nieuwe apparaat', 80),
  instrument_id: reference('Meetmiddel', 'device'),
  expires_on: day('Opdruk'),
  kind: choice('Wat vindt u', { known: 'Een apparaat dat we kennen', new: 'Een nieuw apparaat' }, 'known'),
  device_id: reference('Apparaat', 'device'),
  device_category_id: reference('Categorie', 'device_category'),
  name: line('Naam', 120),
  serial_number: line('Serienummer', 80),
  location_description: line('Plaats', 200),
  product_id: requiredReference('Product', 'product'),
}
