import {
  getCalibration,
  getServiceCalibration,
  RECALIBRATED_FROM,
} from '@quorate/contract/calibration';
import type { Route } from '../../http/endpoint.ts';
import {
  type CalibrationDeps,
  readCalibration,
  readServiceCalibration,
} from './calibration.service.ts';

export function registerCalibration(route: Route, deps: CalibrationDeps): void {
  route(getCalibration, async ({ query }, { user }) => ({
    success: true,
    recalibrated_from: RECALIBRATED_FROM,
    ...(await readCalibration(deps, user.id, query.symbol)),
  }));

  route(getServiceCalibration, async ({ query }) => ({
    success: true,
    recalibrated_from: RECALIBRATED_FROM,
    ...(await readServiceCalibration(deps, query.symbol)),
  }));
}
