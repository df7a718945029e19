/** /staff/move/ and /staff/bins/{bin}/count: the empty forms where units are scanned. */
import { Hono } from 'hono'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { parseBin } from '../../../schema/staff/yard/scan-list.ts'
import type { AppEnv } from '../../env.ts'
import { staffRoute } from '../frame/staff-access.ts'
import { countPage, movePage } from './scan-pages.tsx'
import { findBin } from './yard.sql.ts'

export const yardPages = new Hono<AppEnv>()
  .get(
    UNIT_PATHS.move,
    staffRoute('units.move', (c) =>
      movePage(c, { bin: parseBin(c.req.query('bin') ?? '') ?? '', units: '' }),
    ),
  )
  .get(`${UNIT_PATHS.bins}:bin/count`, (c) =>
    staffRoute('units.move', async (context) => {
      const code = parseBin(c.req.param('bin'))
      const bin = code === null ? null : await findBin(context.env.DB, code)
      return bin ? countPage(context, { bin: bin.code, units: '' }) : context.notFound()
    })(c),
  )
