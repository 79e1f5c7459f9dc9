# Image with the mock and the suite. Environment variables CONTRACT_<FLAG> set the flags of the command.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . ./
RUN npm run build

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production CONTRACT_HOST=0.0.0.0
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /build/package.json /app/package.json
COPY --from=build /build/dist /app/dist
COPY --from=build /build/docs/reference /app/docs/reference
RUN install --directory --owner=node --group=node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4010
HEALTHCHECK --timeout=3s --start-period=10s --start-interval=1s CMD ["node", "/app/dist/src/cli/healthcheck.js"]
ENTRYPOINT ["node", "/app/dist/src/cli/bin.cjs"]
CMD ["mock"]
