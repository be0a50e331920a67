/** What a course asks of who is enrolled in it: the course says it, this module judges by it. */
export { findCourseAsks, listCountingCertificates, listFinished } from './course-asks.queries.ts'
export { findAsked, listUnfit } from './requirements.queries.ts'
export { type Asked, type Unfit, askedText, lackText, lacksOf, unfitSentences } from './requirements.rules.ts'
