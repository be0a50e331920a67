import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { DB } from './schema.ts'

export type { DB }
export type Db = Kysely<DB>
export type Trx = Transaction<DB>

/** A query over any tables that yields rows of one shape; what tables, selectors and search sources hand over. */
// Kysely's table and scope parameters say nothing about the result; only the row type matters to the platform.
// oxlint-disable-next-line typescript/no-explicit-any
export type RowQuery<Row> = SelectQueryBuilder<any, any, Row>
