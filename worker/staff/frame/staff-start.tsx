/** /staff/: the pages that this person may open. */
import type { Context } from 'hono'
import { staffPaths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { staffMenu } from './staff-menu.ts'
import { staffPage } from './staff-page.tsx'

export function staffStartPage(c: Context<AppEnv>, { name, role }: StaffSession): Promise<Response> {
  return staffPage(c, {
    title: `Hello, ${name.split(' ')[0]}`,
    current: staffPaths.home,
    body: staffMenu(role).map(({ label, items }) => (
      <section key={label} className="staff-tiles">
        <h2>{label}</h2>
        <ul>
          {items.map((item) => (
            <li key={item.href}>
              <a href={item.href}>{item.label}</a>
            </li>
          ))}
        </ul>
      </section>
    )),
  })
}
