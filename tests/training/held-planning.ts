import type { TestApp } from '../support/app.ts'
import { addEnrolment, addEmptyPlanning, addPart, addResponsible } from '../support/builders.ts'

export interface HeldPlanning {
  planningId: number
  parts: number[]
  students: number[]
}

/** A planning of a course of its own, held two days ago, with people of the story in every part and no results yet. */
export async function addHeldPlanning(
  app: TestApp,
  options: { parts?: number; students?: number[]; teacher?: number; status?: string } = {},
): Promise<HeldPlanning> {
  const { db, story } = app
  const { contacts, courses } = story
  const students = options.students ?? [contacts.anouk, contacts.gerrit, contacts.student]
  const planningId = await addEmptyPlanning(db, courses.bhv)
  const parts: number[] = []
  for (let i = 1; i <= (options.parts ?? 1); i++) {
    const starts_at = new Date(Date.now() - (48 - i) * 3_600_000)
    const status = options.status ?? 'executed'
    const id = await addPart(db, { group_id: planningId, description: `Deel ${i}`, starts_at, minutes: 60, status })
    parts.push(id)
    await addResponsible(db, { appointment_id: id, contact_id: options.teacher ?? contacts.teacher, role_id: 3 })
    for (const contact_id of students)
      await addEnrolment(db, { appointment_id: id, contact_id, present: null, passed: null })
  }
  return { planningId, parts, students }
}

/** Presence and passed of everybody in a part, by contact: '1/0', '/' when nothing is filled in. */
export async function resultsOf(app: TestApp, appointmentId: number): Promise<Record<number, string>> {
  const rows = await app.db
    .selectFrom('enrolments')
    .select(['contact_id', 'present', 'passed'])
    .where('appointment_id', '=', appointmentId)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.contact_id, `${row.present ?? ''}/${row.passed ?? ''}`]))
}

/** The note on a student in a part. */
export async function noteOf(app: TestApp, appointmentId: number, contactId: number): Promise<string> {
  const { note } = await app.db
    .selectFrom('enrolments')
    .select('note')
    .where('appointment_id', '=', appointmentId)
    .where('contact_id', '=', contactId)
    .executeTakeFirstOrThrow()
  return note
}
