/**
 * Loaded before a server of its own (`--import`): `GET /favicon.ico`, which redirects otherwise, breaks where nobody
 * awaits it, as its header says, or tells which process answers.
 */
import express, { type Response } from 'express'

express.response.redirect = function (this: Response) {
  const error = new Error('on purpose')
  const how = this.req.get('x-test')
  if (how === 'reject') void Promise.reject(error)
  else if (how === 'throw')
    setImmediate(() => {
      throw error
    })
  else this.json(process.pid)
}
