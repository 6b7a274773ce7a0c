# The image of Komadai: the web client, the dependencies and the server are built apart, so that
# a change of one does not build the others again. Each RUN can be tried without an engine by
# deploy/try-dockerfile.sh.

FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web/ ./
COPY words/ ../words/
RUN npm run build

# What the dependencies are, without what is ours. The next stage begins anew only when this
# changes.
FROM rust:1.95.0-bookworm AS skeleton
WORKDIR /src
COPY . .
RUN deploy/skeleton.sh /src /skeleton

FROM rust:1.95.0-bookworm AS server
# The toolchain of the image, without the tools that only tests need.
ENV RUSTUP_TOOLCHAIN=1.95.0
WORKDIR /src
COPY --from=skeleton /skeleton ./
# Memory comes in pages of 4, 16 or 64 KiB on arm64, as the kernel likes; an allocator that was
# built for the largest runs with all of them.
RUN if [ "$(uname -m)" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi \
    && cargo build --release --locked --package komadai-server
COPY . .
COPY --from=web /src/web/dist web/dist
# The commit that /source names and links: --build-arg KOMADAI_COMMIT=$(git rev-parse HEAD).
ARG KOMADAI_COMMIT=
# What is ours is newer than its empty stand-in.
RUN if [ "$(uname -m)" = aarch64 ]; then export JEMALLOC_SYS_WITH_LG_PAGE=16; fi \
    && find crates -name '*.rs' -exec touch {} + \
    && cargo build --release --locked --package komadai-server \
    && install -D target/release/komadai /out/komadai \
    && mkdir -p /out/data

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Komadai" \
      org.opencontainers.image.licenses="AGPL-3.0-or-later"
COPY --from=server /out/komadai /usr/local/bin/komadai
COPY --from=server --chown=10001:10001 /out/data /data
USER 10001:10001
WORKDIR /data
ENV KOMADAI__SERVER__LISTEN=0.0.0.0:8080 \
    KOMADAI__DATABASE__DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD ["komadai", "health"]
ENTRYPOINT ["komadai"]
CMD ["serve"]
