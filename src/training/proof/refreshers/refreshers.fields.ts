import { optionalMoment, reference, requiredDay, requiredReference } from '../../../platform/fields/kinds.ts'

/** What a refresher consists of: who takes which course again, and by when. */
export const refresherFields = {
  contact_id: requiredReference('Cursist', 'contact'),
  course_id: requiredReference('Opleiding', 'course'),
  expires_at: requiredDay('Vervaldatum', { asked: 'expiration_date' }),
  /** The planning that it follows from. */
  group_id: reference('Planning', 'appointment'),
  invited_at: optionalMoment('Uitgenodigd op'),
  invited_by: reference('Uitgenodigd door', 'user'),
  asked_at: optionalMoment('Uitnodiging gevraagd op'),
  asked_by: reference('Gevraagd door', 'user'),
}
