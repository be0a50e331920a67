/** Started by `drawing.ts`: a page that costs next to nothing, and a PDF of 1,000 pages drawn in either way. */
import express from 'express'
import type { AddressInfo } from 'node:net'
import { sendStream } from '../../src/platform/http/send-stream.ts'
import { thousand } from './certificates.ts'

const site = express()
site.get('/page', (_req, res) => void res.send('<p>Noordkaap</p>'))
site.get('/inThread', (_req, res) => sendStream(res, thousand.inThread()))
site.get('/onLoop', (_req, res) => sendStream(res, thousand.onLoop()))
const server = site.listen(0, () => {
  process.send?.(`http://localhost:${(server.address() as AddressInfo).port}`)
})
