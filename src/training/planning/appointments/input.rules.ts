import type { AppointmentInput } from './appointments.forms.ts'

type Kept = Omit<
  AppointmentInput,
  | 'version'
  | 'responsibles'
  | 'room_id'
  | 'confirm_conflicts'
  | 'start_datetime'
  | 'end_datetime'
  | 'has_custom_teacher_application_count'
>

/** What of a part stays as it is when the command of its form is used for something else, with its times. */
export function inputOf(
  part: Kept & { starts_at: Date; ends_at: Date },
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date } = part,
): Kept & Pick<AppointmentInput, 'start_datetime' | 'end_datetime' | 'has_custom_teacher_application_count'> {
  const { description, status, max_count, teacher_application_count } = part
  const { address_name, street, street_no, street_no_adding } = part
  const { postal_code, city, join_url, join_code, join_password } = part
  return {
    ...{ has_custom_teacher_application_count: teacher_application_count !== null, teacher_application_count },
    ...{ description, status, max_count, start_datetime: starts_at, end_datetime: ends_at },
    ...{ address_name, street, street_no, street_no_adding, postal_code, city },
    ...{ join_url, join_code, join_password },
  }
}
