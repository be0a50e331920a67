import type { TestApp } from '../support/app.ts'

export interface Run {
  groupId: number
  parts: number[]
  students: number[]
}

/** A run of a course of its own, held yesterday, with the story's people in every part. */
export async function addRun(
  app: TestApp,
  options: { parts?: number; students?: number[]; teacher?: number; status?: string } = {},
): Promise<Run> {
  const { db, story } = app
  const students = options.students ?? [story.contacts.anouk, story.contacts.gerrit, story.contacts.student]
  const { id: groupId } = await db
    .insertInto('appointment_groups')
    .values({ course_id: story.courses.bhv })
    .returning('id')
    .executeTakeFirstOrThrow()
  const parts: number[] = []
  for (let i = 1; i <= (options.parts ?? 1); i++) {
    const starts_at = new Date(Date.now() - 48 * 3_600_000 + i * 3_600_000)
    const { id } = await db
      .insertInto('appointments')
      .values({
        group_id: groupId,
        description: `Deel ${i}`,
        starts_at,
        ends_at: new Date(starts_at.getTime() + 3_600_000),
        max_count: 12,
        status: options.status ?? 'executed',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    parts.push(id)
    await db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: id, contact_id: options.teacher ?? story.contacts.teacher, role_id: 3 })
      .execute()
  }
  for (const appointment_id of parts)
    if (students.length > 0)
      await db
        .insertInto('enrolments')
        .values(students.map((contact_id) => ({ appointment_id, contact_id })))
        .execute()
  return { groupId, parts, students }
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
